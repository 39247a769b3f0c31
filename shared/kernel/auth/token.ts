import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { idFromBytes, idToBytes } from '../core/id.ts';

/** The kind of a machine credential: personal, or of a service account. */
type TokenKind = 'personal' | 'service';

/** What the text of a token begins with. */
export const tokenPrefixes: Record<TokenKind, string> = { personal: 'plt_pat_', service: 'plt_svc_' };
const ID_BYTES = 16;
export const SECRET_BYTES = 32;
const BODY_BYTES = 3 * ID_BYTES + SECRET_BYTES;
const PATTERN = /^plt_(pat|svc)_([A-Za-z0-9_-]{112})$/;

/** The contents of a token: the ids needed to authorize it in one read, and its secret. */
export interface TokenContents {
  kind: TokenKind;
  workspaceId: string;
  principalId: string;
  credentialId: string;
  secret: Buffer;
}

/**
 * The text of a token: prefix, then base64url of the ids of workspace, principal and credential (16 bytes
 * each), a 256-bit secret and a CRC-32, so that secret scanners recognize it and mistyped tokens are rejected
 * without a read.
 */
export function formatToken({ kind, workspaceId, principalId, credentialId, secret }: TokenContents): string {
  const body = Buffer.concat([
    idToBytes(workspaceId),
    idToBytes(principalId),
    idToBytes(credentialId),
    secret,
  ]);
  return (
    tokenPrefixes[kind] + Buffer.concat([body, checksum(tokenPrefixes[kind], body)]).toString('base64url')
  );
}

/** Parses a token's text; undefined if it is malformed. Does not check whether the token is valid. */
export function parseToken(text: string): TokenContents | undefined {
  const [, code, encoded] = PATTERN.exec(text) ?? [];
  if (!encoded) return undefined;
  const kind: TokenKind = code === 'pat' ? 'personal' : 'service';
  const bytes = Buffer.from(encoded, 'base64url');
  const body = bytes.subarray(0, BODY_BYTES);
  if (!checksum(tokenPrefixes[kind], body).equals(bytes.subarray(BODY_BYTES))) return undefined;
  const id = (position: number) => idFromBytes(body.subarray(position * ID_BYTES, (position + 1) * ID_BYTES));
  return {
    kind,
    workspaceId: id(0),
    principalId: id(1),
    credentialId: id(2),
    secret: body.subarray(3 * ID_BYTES),
  };
}

export const newSecret = (randomBytes: (size: number) => Buffer): Buffer => randomBytes(SECRET_BYTES);

/** The stored form of a secret. It has 256 bits of entropy, so one round of SHA-256 is enough. */
export const hashSecret = (secret: Buffer): string => createHash('sha256').update(secret).digest('base64url');

/** Compares a secret with a stored hash in constant time. */
export const matchesHash = (secret: Buffer, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));

function checksum(prefix: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body, crc32(prefix)));
  return bytes;
}
