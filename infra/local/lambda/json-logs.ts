import { format } from 'node:util';

const levels = { debug: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR', trace: 'TRACE' };

/**
 * Makes `console` write as it does in a function whose log format is JSON: one line for each call, with the time, the
 * level of the method and the id of the request. A single argument is the message as it is, so an object can be queried
 * by its fields and a text of JSON cannot; several are formatted to a text.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html
 */
export function writeJsonLogs(
  write: (line: string, level: string) => void,
  requestId: () => string | undefined,
): void {
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...values: unknown[]) => {
      const message = values.length === 1 ? values[0] : format(...values);
      write(`${jsonLogLine(level, requestId(), message)}\n`, level);
    };
  }
}

/** A line as Lambda's runtime writes it. */
const jsonLogLine = (level: string, requestId: string | undefined, message: unknown): string =>
  JSON.stringify({ timestamp: new Date().toISOString(), level, requestId, message: shown(message) });

/** An error has no properties that JSON knows; Lambda names its parts. */
const shown = (message: unknown): unknown =>
  message instanceof Error
    ? { errorType: message.name, errorMessage: message.message, stackTrace: message.stack?.split('\n') }
    : message;
