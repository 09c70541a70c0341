import Glibc

/// Clocks of this process.
enum ProcessorTime {
  /// User and system time of the whole process, in microseconds.
  static func microseconds() -> UInt64 {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return UInt64(seconds) * 1_000_000 + UInt64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
  }

  /// A clock that never goes back, in microseconds.
  static func monotonicMicroseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
  }
}
