/** Returns an environment variable that the deployment always sets; throws at startup if it is missing. */
export function requiredEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set; the deployment sets it.`);
  return value;
}

/** Whether an optional environment variable is set. */
export const hasEnv = (name: string): boolean => Boolean(process.env[name]);

/** Returns an environment variable that a deployment may leave out. */
export const optionalEnv = (name: string): string | undefined => process.env[name];
