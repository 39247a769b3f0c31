import type { BrowserContext } from 'playwright-core';

/** Sets the session of a signed-in person in a window. */
export const setSession = (context: BrowserContext, baseUrl: string, cookies: ReadonlyMap<string, string>) =>
  context.addCookies(
    [...cookies].map(([name, value]) => ({
      name,
      value,
      path: '/',
      domain: new URL(baseUrl).hostname,
      secure: true,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  );
