type Fields = Record<string, unknown>;

/** Writes one structured line; Lambda's JSON log format adds time, level and its own request id. */
export interface Logger {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

export const logger: Logger = {
  info: (message, fields) => console.info(JSON.stringify({ level: 'INFO', message, ...fields })),
  warn: (message, fields) => console.warn(JSON.stringify({ level: 'WARN', message, ...fields })),
  error: (message, fields) => console.error(JSON.stringify({ level: 'ERROR', message, ...fields })),
};

/** An error as log fields, without the SDK's request and response objects, which can contain secrets. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack, cause } = error;
  return { error: { name, message, stack, ...(cause ? { cause: errorFields(cause)['error'] } : {}) } };
}
