import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resolver } from '../template/intrinsics.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import { startAwsServer, type AwsServer } from '../runner/aws-server.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly, TemplateResource } from '../template/template.ts';

/** `GenerateSecretString` of AWS::SecretsManager::Secret. */
type GenerateSecretString = {
  PasswordLength?: number;
  ExcludeCharacters?: string;
  ExcludeLowercase?: boolean;
  ExcludeNumbers?: boolean;
  ExcludePunctuation?: boolean;
  ExcludeUppercase?: boolean;
  IncludeSpace?: boolean;
  RequireEachIncludedType?: boolean;
  SecretStringTemplate?: string;
  GenerateStringKey?: string;
};

/** A version of a secret; `created` in seconds since the epoch. */
type Version = { value: string; versionId: string; created: number };
/** A secret as stored in the file: the version staged AWSCURRENT, and the one staged AWSPREVIOUS. */
type Secret = Version & { previous?: Version };
type NamedSecret = { shortName: string; name: string; arn: string; secret: Secret };

interface SecretsEndpoint extends AwsServer {
  /** The ARN of each secret by its short name. */
  arns: Record<string, string>;
  /** The current value of a secret. Throws StartError for an unknown ARN. */
  valueOf: (arn: string) => string;
}

/**
 * Serves GetSecretValue and PutSecretValue for the secrets of an assembly on a free loopback port. First values are
 * generated and kept in `<home>/secrets.json`, readable by this user only. Throws StartError when that file is
 * damaged.
 */
export async function startSecrets(
  home: string,
  assembly: Assembly,
  resolver: Resolver,
  arnOf: (resource: TemplateResource) => string,
): Promise<SecretsEndpoint> {
  const { secrets, save } = loadSecrets(join(home, 'secrets.json'), assembly, resolver, arnOf);
  const server = await startAwsServer({
    name: 'secretsmanager',
    answer: ({ headers, body }) => {
      const { status, answer } = answerCall(String(headers['x-amz-target']), body.toString(), secrets, save);
      return {
        status,
        headers: { 'content-type': 'application/x-amz-json-1.1' },
        body: JSON.stringify(answer),
      };
    },
  });
  return {
    ...server,
    arns: Object.fromEntries(secrets.map(({ shortName, arn }) => [shortName, arn])),
    valueOf: (arn) => {
      const found = secrets.find((one) => one.arn === arn);
      if (!found) throw new StartError(`The template refers to the secret ${arn}, which it does not have.`);
      return found.secret.value;
    },
  };
}

type Request = { SecretId?: unknown; SecretString?: unknown; VersionStage?: unknown };

/**
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_PutSecretValue.html
 */
function answerCall(target: string, body: string, secrets: NamedSecret[], save: () => void) {
  const failure = (__type: string, Message: string) => ({ status: 400, answer: { __type, Message } });
  if (!['secretsmanager.GetSecretValue', 'secretsmanager.PutSecretValue'].includes(target)) {
    return failure('UnknownOperationException', `The local runner does not support ${target}.`);
  }
  let request: Request;
  try {
    request = JSON.parse(body) as Request;
  } catch {
    return failure('SerializationException', 'The body is not valid JSON.');
  }
  const { SecretId: id, SecretString: value, VersionStage: stage = 'AWSCURRENT' } = request;
  const found = secrets.find(({ name, arn }) => id === name || id === arn);
  const missing = () =>
    failure('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  if (!found) return missing();
  const { name, arn, secret } = found;
  if (target.endsWith('PutSecretValue')) {
    if (typeof value !== 'string') return failure('InvalidParameterException', 'SecretString is missing.');
    const { previous: _dropped, ...previous } = secret;
    Object.assign(secret, newVersion(value), { previous });
    save();
    return { status: 200, answer: { ARN: arn, Name: name, ...stagesOf(secret, 'AWSCURRENT') } };
  }
  const version = stage === 'AWSPREVIOUS' ? secret.previous : secret;
  if (!version) return missing();
  return {
    status: 200,
    answer: {
      ARN: arn,
      Name: name,
      SecretString: version.value,
      CreatedDate: version.created,
      ...stagesOf(version, String(stage)),
    },
  };
}

const stagesOf = ({ versionId }: Version, stage: string) => ({
  VersionId: versionId,
  VersionStages: [stage],
});

const newVersion = (value: string): Version => ({
  value,
  versionId: randomUUID(),
  created: Math.floor(Date.now() / 1000),
});

function loadSecrets(
  file: string,
  assembly: Assembly,
  resolver: Resolver,
  arnOf: (resource: TemplateResource) => string,
): { secrets: NamedSecret[]; save: () => void } {
  const kept = readKept(file);
  const before = Object.keys(kept).length;
  const secrets = templateResources(assembly, resolver, 'AWS::SecretsManager::Secret').map((resource) => {
    const name = physicalName(resource);
    const secret = (kept[name] ??= newVersion(firstValue(resource, resolver)));
    return { shortName: resource.name, name, arn: arnOf(resource), secret };
  });
  // Those of other environments, which their ARNs name in the file.
  for (const [arn, secret] of Object.entries(kept).filter(([name]) => name.startsWith('arn:')))
    secrets.push({ shortName: arn, name: arn, arn, secret });
  const save = () => {
    const temporary = `${file}.tmp`;
    writeFileSync(temporary, JSON.stringify(kept, null, 2), { mode: 0o600 });
    renameSync(temporary, file);
  };
  if (Object.keys(kept).length > before) save();
  return { secrets, save };
}

function readKept(file: string): Record<string, Secret> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Secret>;
  } catch (error) {
    throw new StartError(
      `${file} cannot be read (${(error as Error).message}); restore it from a copy, or remove it to generate new secrets.`,
    );
  }
}

function firstValue(resource: TemplateResource, resolver: Resolver): string {
  const literal = resolver.property(resource, 'SecretString');
  if (typeof literal === 'string') return literal;
  return generateSecret(resolver.property(resource, 'GenerateSecretString') ?? {});
}

/**
 * Generates a secret value by the rules of GenerateSecretString (32 characters of every kind by default).
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-secretsmanager-secret-generatesecretstring.html
 */
export function generateSecret(rules: GenerateSecretString): string {
  const excluded = new Set(rules.ExcludeCharacters ?? '');
  const kinds = [
    rules.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    rules.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    rules.ExcludeNumbers ? '' : '0123456789',
    rules.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    rules.IncludeSpace ? ' ' : '',
  ]
    .map((kind) => [...kind].filter((character) => !excluded.has(character)))
    .filter((kind) => kind.length > 0);
  const all = kinds.flat();
  if (all.length === 0) throw new StartError('GenerateSecretString of a secret excludes every character.');
  const length = rules.PasswordLength ?? 32;
  const required = rules.RequireEachIncludedType === false ? [] : kinds.slice(0, length);
  const characters = Array.from({ length }, (_, i) => pick(required[i] ?? all));
  for (let i = length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j]!, characters[i]!];
  }
  const secret = characters.join('');
  if (!rules.SecretStringTemplate || !rules.GenerateStringKey) return secret;
  const template = JSON.parse(rules.SecretStringTemplate) as Record<string, unknown>;
  return JSON.stringify({ ...template, [rules.GenerateStringKey]: secret });
}

function pick(characters: string[]): string {
  return characters[randomInt(characters.length)]!;
}
