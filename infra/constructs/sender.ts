import type { EnvironmentConfig } from './environment-config.ts';

/** Who mails of an environment come from. */
export const senderOf = ({ domain, from }: NonNullable<EnvironmentConfig['mail']>): string =>
  from ?? `Plotline <no-reply@${domain}>`;
