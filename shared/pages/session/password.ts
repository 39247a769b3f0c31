import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * Cost of a guess: 128 MiB of memory and a fraction of a second (OWASP, Password Storage: N=2^17, r=8, p=1). No
 * variable or setting changes it; tests that run in this process and are about something else replace it.
 */
export const passwordCost = { logN: 17 };
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Password length in characters: at least 12, as there is no second factor, and at most what is worth
 * hashing.
 */
export const PASSWORD_MIN_CHARACTERS = 12;
const PASSWORD_MAX_CHARACTERS = 256;

const derive = (password: string, salt: Buffer, bytes: number, options: object): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

type PasswordProblem = `password.${'tooShort' | 'tooLong' | 'tooPlain' | 'isAddress'}`;

/** Validates a new password; returns the key of an error sentence, or undefined if it is valid. */
export function passwordProblem(password: string, email: string): PasswordProblem | undefined {
  const characters = [...password];
  if (characters.length < PASSWORD_MIN_CHARACTERS) return 'password.tooShort';
  if (characters.length > PASSWORD_MAX_CHARACTERS) return 'password.tooLong';
  if (new Set(characters).size < 5) return 'password.tooPlain';
  // An address in a non-Latin alphabet normalizes to an empty string, which would match every password in
  // such an alphabet.
  const own = lettersOf(email.split('@')[0]!);
  return own !== '' && lettersOf(password) === own ? 'password.isAddress' : undefined;
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** The stored form of a password: scrypt parameters, salt and hash in the PHC string format. */
export async function hashPassword(password: string, salt = randomBytes(SALT_BYTES)): Promise<string> {
  const { logN } = passwordCost;
  const hash = await hashWith(password, salt, { logN, blockSize: BLOCK_SIZE, parallel: PARALLEL });
  return phcString(logN, salt.toString('base64url'), hash.toString('base64url'));
}

/** A hash that matches no password, to spend equal time when the account does not exist. */
const dummyHash = (): string => phcString(passwordCost.logN, 'A'.repeat(22), 'A'.repeat(43));

const phcString = (logN: number, salt: string, hash: string): string =>
  `$scrypt$ln=${logN},r=${BLOCK_SIZE},p=${PARALLEL}$${salt}$${hash}`;

/** Whether a password matches the stored hash. Takes equally long without one, and then returns false. */
export async function verifyPassword(password: string, kept: string | undefined): Promise<boolean> {
  const [, logN, blockSize, parallel, salt, hash] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(kept ?? dummyHash()) ?? [];
  if (!salt || !hash) throw new Error('A stored password hash is corrupt.');
  const parameters = { logN: Number(logN), blockSize: Number(blockSize), parallel: Number(parallel) };
  const [expected, actual] = [
    Buffer.from(hash, 'base64url'),
    await hashWith(password, Buffer.from(salt, 'base64url'), parameters),
  ];
  return timingSafeEqual(actual, expected) && kept !== undefined;
}

interface Parameters {
  logN: number;
  blockSize: number;
  parallel: number;
}

/** Keyboards differ in how they compose accented characters, so passwords are normalized first. */
const hashWith = (
  password: string,
  salt: Buffer,
  { logN, blockSize, parallel }: Parameters,
): Promise<Buffer> =>
  derive(password.normalize('NFC'), salt, HASH_BYTES, {
    N: 2 ** logN,
    r: blockSize,
    p: parallel,
    maxmem: 2 * 128 * 2 ** logN * blockSize,
  });
