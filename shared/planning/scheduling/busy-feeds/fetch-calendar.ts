import { AddressRefused, LookupFailed } from '../../../kernel/net/address-refused.ts';
import { ConnectionFailed } from '../../../kernel/net/connection-failed.ts';
import type { PublicRequest, PublicResponse } from '../../../kernel/net/public-request.ts';
import { UrlRefused } from '../../../kernel/net/public-url.ts';

/** The most of a calendar that is read, in bytes. */
export const CALENDAR_MAX_BYTES = 2_000_000;

const TIMEOUT_MS = 10_000;

/** A longer version of a server is not stored. */
const VERSION_MAX_CHARACTERS = 1_000;

export type SendRequest = (request: PublicRequest) => Promise<PublicResponse>;

/** The version of a calendar that a server named: its entity tag, and when it changed. */
export interface CalendarVersion {
  etag: string | null;
  lastModified: string | null;
}

/** The answer of a calendar's server: a file with its version, none because it has not changed, or why none. */
export type FetchedCalendar = { file: string; version: CalendarVersion } | 'unchanged' | { problem: string };

/**
 * Reads a calendar at its address, unless it still has a version (RFC 9110, section 13). Never throws because of the
 * server; what it returns does not contain the address.
 */
export async function fetchCalendar(
  send: SendRequest,
  url: string,
  { etag, lastModified }: CalendarVersion,
): Promise<FetchedCalendar> {
  const isConditional = etag !== null || lastModified !== null;
  try {
    return toFetched(
      await send({
        url: new URL(url),
        method: 'GET',
        headers: {
          accept: 'text/calendar',
          'accept-encoding': 'identity',
          'user-agent': 'Plotline-Calendars/1.0',
          ...(etag !== null && { 'if-none-match': etag }),
          ...(lastModified !== null && { 'if-modified-since': lastModified }),
        },
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: CALENDAR_MAX_BYTES,
      }),
      isConditional,
    );
  } catch (error) {
    const problem = describeFailure(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}

function toFetched(
  { status, headers, body, truncated }: PublicResponse,
  isConditional: boolean,
): FetchedCalendar {
  // Without a condition, nothing is known that could be unchanged.
  if (status === 304 && isConditional) return 'unchanged';
  if (status > 300 && status < 400 && status !== 304)
    return {
      problem: `The server answered ${status}, and redirects are not followed: add the address that it leads to.`,
    };
  if (status !== 200) return { problem: `The server answered ${status} instead of a calendar.` };
  if (body.length >= CALENDAR_MAX_BYTES) return { problem: 'The calendar is larger than 2 MB.' };
  if (truncated) return { problem: 'The server ended its answer before all of the calendar was sent.' };
  const version = { etag: versionIn(headers['etag']), lastModified: versionIn(headers['last-modified']) };
  return { file: body.toString(), version };
}

const versionIn = (header: string | undefined): string | null =>
  header !== undefined && header !== '' && header.length <= VERSION_MAX_CHARACTERS ? header : null;

/** The network layer's messages about a server are safe to show; undefined for any other error. */
function describeFailure(error: unknown): string | undefined {
  if (error instanceof UrlRefused) return `The address ${error.message}.`;
  if (error instanceof AddressRefused || error instanceof LookupFailed || error instanceof ConnectionFailed) {
    return error.message;
  }
  return undefined;
}
