/** What the tests use of oidc-provider, which comes without types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }

  interface Configuration {
    clients: Record<string, unknown>[];
    claims: Record<string, string[]>;
    pkce: { required: () => boolean };
    findAccount: (
      context: unknown,
      id: string,
    ) => { accountId: string; claims: () => Record<string, unknown> };
    cookies: { keys: string[] };
  }
}
