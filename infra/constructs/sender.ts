import type { EnvironmentConfig } from './environment-config.ts';

/** The sender of an environment's mails. */
export const senderOf = ({ domain, from }: NonNullable<EnvironmentConfig['mail']>): string =>
  from ?? `Plotline <no-reply@${domain}>`;
