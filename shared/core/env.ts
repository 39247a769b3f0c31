/** The value of an environment variable that the deployment always sets; throws at start where it is missing. */
export function requiredEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set; the deployment sets it.`);
  return value;
}

/** Whether an environment variable is set that only some deployments set. */
export const hasEnv = (name: string): boolean => Boolean(process.env[name]);
