export interface SecretValue {
  value: string;
  createdAt: Date;
}

export type SecretStage = 'AWSCURRENT' | 'AWSPREVIOUS';

/** A version of a secret, by the SDK; undefined if there is none. Throws Error for an empty one, and the SDK's errors. */
export async function readSecretBySdk(arn: string, stage: SecretStage): Promise<SecretValue | undefined> {
  const { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } =
    await import('@aws-sdk/client-secrets-manager');
  const command = new GetSecretValueCommand({ SecretId: arn, VersionStage: stage });
  try {
    const { SecretString: value, CreatedDate: createdAt } = await new SecretsManagerClient({}).send(command);
    if (!value || !createdAt) throw new Error(`The secret ${arn} is empty.`);
    return { value, createdAt };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
