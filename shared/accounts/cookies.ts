/** The cookies of pages. `__Host-` makes browsers take them from this very host over https alone. */
export const cookieNames = {
  /** Who has signed in. */
  session: '__Host-session',
  /** Binds the forms of a visitor who has not. */
  visit: '__Host-visit',
  /** A browser in which somebody once signed in. */
  device: '__Host-device',
  /** A sign-in that is under way at a provider elsewhere. */
  detour: '__Host-detour',
} as const;

/** A Set-Cookie value that lives for some seconds. No script reads it, no other site's form sends it. */
export const setCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;

export const clearCookie = (name: string): string => setCookie(name, '', 0);
