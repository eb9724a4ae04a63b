/** Connection lost or refused, server starting or stopping, out of connections, held up for too long, deadlock. */
const CODES =
  /^(08|25P03|53|57P0|40001|40P01|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
/** pg says these without a code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** Whether the same statement may well succeed in a moment. */
export function isTransientError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransientError); // all addresses refused
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && CODES.test(code)) || MESSAGES.test(error.message);
}
