/** Texts without any of these have no secret, however it is written (without-secrets.ts). */
const MAY_HAVE_SECRET = /[\w-]{64}|[%&=<\]\\\n]|[^\x00-\x7f]/i;

/** The same for a text that is compared without blanks and marks, in which long words are nothing unusual. */
const MAY_HAVE_DIVIDED_SECRET = /preferences|invitations|account-address|calendars|[0-9a-v]{64}@/i;

/** The fewest characters of a secret. */
const SECRET_MIN_CHARACTERS = 40;

const mayHaveSecret = (value: unknown): boolean => {
  if (typeof value === 'string')
    return (
      value.length >= SECRET_MIN_CHARACTERS &&
      (MAY_HAVE_SECRET.test(value) || MAY_HAVE_DIVIDED_SECRET.test(value.replaceAll(/[^\w@-]+/g, '')))
    );
  return typeof value === 'object' && value !== null && Object.values(value).some(mayHaveSecret);
};

/**
 * A JSON value whose texts are without links and addresses that were handed to one person, such as those in a mail that
 * they quote: others who read them could act for that person. The secrets are replaced; the rest of a link stays.
 */
export async function valueWithoutPersonalLinks<T>(value: T): Promise<T> {
  if (!mayHaveSecret(value)) return value;
  // Few requests have a text that needs it.
  const { withoutSecrets } = await import('./without-secrets.ts');
  const cleaned = (one: unknown): unknown => {
    if (typeof one === 'string') return mayHaveSecret(one) ? withoutSecrets(one) : one;
    if (Array.isArray(one)) return one.map(cleaned);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, cleaned(part)]));
  };
  return cleaned(value) as T;
}
