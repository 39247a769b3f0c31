import { requiredEnv } from '../../core/env.ts';

/**
 * In bundles, replaces the SDK's `@aws-sdk/credential-provider-node`. Lambda gives a function its role's
 * credentials in these variables, for as long as the sandbox lives; the ten other sources that the SDK can ask
 * would be a third of what a function parses before it can answer.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: requiredEnv('AWS_ACCESS_KEY_ID'),
  secretAccessKey: requiredEnv('AWS_SECRET_ACCESS_KEY'),
  // AWS always sets it; engines on this machine need none.
  sessionToken: process.env['AWS_SESSION_TOKEN'],
});
