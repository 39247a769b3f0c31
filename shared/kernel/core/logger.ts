type Fields = Record<string, unknown>;

/**
 * Writes one structured line. The fields go to `console` as an object: Lambda's JSON log format adds time, level and its
 * own request id, and leaves an object as it is, where a text of JSON would be encoded a second time.
 */
interface Logger {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

export const logger: Logger = {
  info: (message, fields) => console.info({ message, ...fields }),
  warn: (message, fields) => console.warn({ message, ...fields }),
  error: (message, fields) => console.error({ message, ...fields }),
};

/** An error as log fields, without the SDK's request and response objects, which can contain secrets. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack, cause } = error;
  return { error: { name, message, stack, ...(cause ? { cause: errorFields(cause)['error'] } : {}) } };
}
