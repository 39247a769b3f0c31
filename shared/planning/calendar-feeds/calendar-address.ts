import { idFromBytes, idToBytes } from '../../kernel/core/id.ts';
import { SECRET_BYTES } from '../../kernel/auth/token.ts';

/** The path of all calendar files, each followed by what only its address has; texts lose it (personal-paths.ts). */
export const CALENDARS_PATH = '/calendars';

const ID_BYTES = 16;
const FILE = /^([\w-]{107})\.ics$/;

/** What an address says: where its feed is stored, and its secret. */
interface AddressContents {
  workspaceId: string;
  memberId: string;
  feedId: string;
  secret: Buffer;
}

/**
 * The path of a feed's file: base64url of the ids of workspace, member and feed, so that it is found in one read, and of a
 * 256-bit secret, of which only a hash is stored.
 */
export function calendarPath({ workspaceId, memberId, feedId, secret }: AddressContents): string {
  const bytes = Buffer.concat([...[workspaceId, memberId, feedId].map(idToBytes), secret]);
  return `${CALENDARS_PATH}/${bytes.toString('base64url')}.ics`;
}

/** What the name of a file says; undefined for one that no address has. */
export function parseCalendarFile(name: string): AddressContents | undefined {
  const [, encoded] = FILE.exec(name) ?? [];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.length !== 3 * ID_BYTES + SECRET_BYTES) return undefined;
  const id = (position: number) =>
    idFromBytes(bytes.subarray(position * ID_BYTES, (position + 1) * ID_BYTES));
  return { workspaceId: id(0), memberId: id(1), feedId: id(2), secret: bytes.subarray(3 * ID_BYTES) };
}
