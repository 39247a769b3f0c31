import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../runner/start-error.ts';

/** A resource of the template; its properties still contain intrinsics. */
export type TemplateResource = {
  logicalId: string;
  /** The logical id without the eight hex digits appended by CDK, if that is unambiguous. */
  name: string;
  type: string;
  stack: Stack;
  properties: Record<string, unknown>;
  condition: string | undefined;
};

export type Stack = {
  name: string;
  region: string;
  account: string;
  parameters: Record<string, { Default?: unknown }>;
  conditions: Record<string, unknown>;
  mappings: Record<string, Record<string, Record<string, unknown>>>;
  outputs: Record<string, { Value?: unknown; Export?: { Name?: unknown } }>;
  resources: Map<string, TemplateResource>;
  /** S3 object key of a file asset → absolute path of its directory or file. */
  assets: Map<string, string>;
};

export type Assembly = { directory: string; stacks: Stack[]; resources: TemplateResource[] };

type Manifest = {
  artifacts?: Record<
    string,
    {
      type: string;
      environment?: string;
      properties?: { templateFile?: string; file?: string; stackName?: string; directoryName?: string };
    }
  >;
};
type Template = {
  Resources?: Record<string, { Type: string; Properties?: Record<string, unknown>; Condition?: string }>;
  Parameters?: Stack['parameters'];
  Conditions?: Stack['conditions'];
  Mappings?: Stack['mappings'];
  Outputs?: Stack['outputs'];
};
type AssetManifest = {
  files?: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>;
};

/**
 * Reads a cloud assembly (the output of `cdk synth`): every stack with its resources and file assets,
 * including nested assemblies of stages. Throws a StartError if the directory is not an assembly.
 * Format: https://docs.aws.amazon.com/cdk/v2/guide/deploy-synth.html (cloud assembly schema).
 */
export function loadAssembly(directory: string): Assembly {
  const root = resolve(directory);
  const stacks = readStacks(root);
  const resources = stacks.flatMap((stack) => [...stack.resources.values()]);
  shortenNames(resources);
  return { directory: root, stacks, resources };
}

function readStacks(directory: string): Stack[] {
  const file = join(directory, 'manifest.json');
  if (!existsSync(file)) {
    throw new StartError(
      `${directory} is not a synthesized CDK app (it has no manifest.json); run npm run synth first.`,
    );
  }
  const artifacts = Object.entries(readJson<Manifest>(file).artifacts ?? {});
  const assets = new Map<string, string>();
  for (const [, artifact] of artifacts) {
    if (artifact.type !== 'cdk:asset-manifest' || !artifact.properties?.file) continue;
    const manifest = readJson<AssetManifest>(join(directory, artifact.properties.file));
    for (const { source, destinations } of Object.values(manifest.files ?? {})) {
      for (const { objectKey } of Object.values(destinations)) {
        if (source.path) assets.set(objectKey, resolve(directory, source.path));
      }
    }
  }
  return artifacts.flatMap(([id, { type, environment, properties = {} }]) => {
    if (type === 'cdk:cloud-assembly' && properties.directoryName) {
      return readStacks(join(directory, properties.directoryName));
    }
    if (type !== 'aws:cloudformation:stack' || !properties.templateFile) return [];
    const template = readJson<Template>(join(directory, properties.templateFile));
    return [toStack(properties.stackName ?? id, environment ?? '', template, assets)];
  });
}

function toStack(name: string, environment: string, template: Template, assets: Map<string, string>): Stack {
  const [account = '', region = ''] = environment.replace('aws://', '').split('/');
  const stack: Stack = {
    name,
    account: /^\d{12}$/.test(account) ? account : '000000000000',
    region: region && region !== 'unknown-region' ? region : 'us-east-1',
    parameters: template.Parameters ?? {},
    conditions: template.Conditions ?? {},
    mappings: template.Mappings ?? {},
    outputs: template.Outputs ?? {},
    resources: new Map(),
    assets,
  };
  for (const [logicalId, { Type: type, Properties: properties = {}, Condition: condition }] of Object.entries(
    template.Resources ?? {},
  )) {
    stack.resources.set(logicalId, { logicalId, name: logicalId, type, stack, properties, condition });
  }
  return stack;
}

function shortenNames(resources: TemplateResource[]): void {
  const short = (id: string) => id.replace(/[0-9A-F]{8}$/, '') || id;
  const uses = new Map<string, number>();
  for (const { type, logicalId } of resources) {
    const key = `${type} ${short(logicalId)}`;
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  for (const resource of resources) {
    const name = short(resource.logicalId);
    if (uses.get(`${resource.type} ${name}`) === 1) resource.name = name;
  }
}

function readJson<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as Error).message}); run npm run synth again.`);
  }
}
