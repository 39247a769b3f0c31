/** The environment of the aws command, whose version 1 reads the region under another name than the SDKs. */
export function awsEnvironment(): NodeJS.ProcessEnv {
  const { AWS_REGION: region, AWS_DEFAULT_REGION: usual = region } = process.env;
  return { ...process.env, ...(usual !== undefined && { AWS_DEFAULT_REGION: usual }) };
}
