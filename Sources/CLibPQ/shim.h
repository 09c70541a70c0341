#pragma once
#include <libpq-fe.h>
#include <poll.h>

// The PG_DIAG_* field codes are character macros, which Swift does not import.
static inline const char *CLibPQ_errorSQLState(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
static inline const char *CLibPQ_errorMessage(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
static inline const char *CLibPQ_errorDetail(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL);
}
static inline const char *CLibPQ_errorConstraint(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

// Notices would go to standard error otherwise. Written in C because libpq calls it on whatever thread uses the connection.
static inline void CLibPQ_dropNotice(void *context, const PGresult *result) {
  (void)context;
  (void)result;
}
static inline void CLibPQ_silenceNotices(PGconn *connection) {
  PQsetNoticeReceiver(connection, CLibPQ_dropNotice, 0);
}
