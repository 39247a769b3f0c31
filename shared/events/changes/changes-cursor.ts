import { roles, type Role } from '../../kernel/core/caller.ts';
import { idFromBytes, idToBytes } from '../../kernel/core/id.ts';
import type { LogId } from '../../kernel/log/log-store.ts';
import type { LogPlace } from '../../kernel/log/read-logs.ts';

/** The state of a reader. */
export interface ReaderState {
  /** The epoch of the table that the positions are from; empty or omitted for a table that was not restored. */
  epoch?: string;
  /** The time up to which everything has been read, in milliseconds since 1970. */
  at: number;
  /** The caller's role, which decides what is visible of a team. */
  role: Role;
  /** The positions in the logs that were visible. */
  places: ReadonlyMap<LogId, LogPlace>;
}

/** A state as the text of a cursor: about 32 characters for each log. */
export const formatState = ({ epoch = '', at, role, places }: ReaderState): string =>
  [
    `${at.toString(36)}${epoch && `.${epoch}`}`,
    roles.indexOf(role),
    ...[...places].map(
      ([log, { number, index }]) =>
        `${idToBytes(log).toString('base64url')}${number.toString(36)}${index === 0 ? '' : `.${index}`}`,
    ),
  ].join(' ');

/** Characters of a log's id. */
const ID_CHARACTERS = 22;

export function parseState(text: string): ReaderState {
  const [head = '', role = '', ...logs] = text.split(' ');
  const [at = '', epoch = ''] = head.split('.');
  const places = logs.map((one) => {
    const [number = '', index = '0'] = one.slice(ID_CHARACTERS).split('.');
    const log = idFromBytes(Buffer.from(one.slice(0, ID_CHARACTERS), 'base64url'));
    return [log, { number: Number.parseInt(number, 36), index: Number(index) }] as const;
  });
  return { epoch, at: Number.parseInt(at, 36), role: roles[Number(role)]!, places: new Map(places) };
}
