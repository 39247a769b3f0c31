import { linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fallbackGroup, functionGroups } from '../../../shared/surface/registry.ts';
import { apiPaths, INTEGRATIONS, type ApiBody, type BodyIntegration } from '../../constructs/api-body.ts';
import { gatewayRoutes } from '../../constructs/gateway-routes.ts';
import { IGNORED } from './resources.ts';
import type { Assembly, TemplateResource, Stack } from './template.ts';

type Properties = Record<string, unknown>;

interface SnapshotResource {
  Type: string;
  Properties: Properties;
}

/**
 * The parts of the templates of the environment `local` that the local runner serves, by stack. Functions have their
 * names in place of code hashes, and the routes of operations and pages are left out: they follow from the registry.
 */
export type TemplateSnapshot = Record<
  string,
  { Outputs: Stack['outputs']; Resources: Record<string, SnapshotResource> }
>;

const API = 'AWS::ApiGatewayV2::Api';
/** The descriptions that the stacks give functions. */
const DESCRIPTION = /^Plotline: (?<entry>.+)$/;

/** The snapshot of a synthesized assembly. */
export const takeTemplateSnapshot = ({ stacks }: Assembly): TemplateSnapshot =>
  Object.fromEntries(
    stacks
      .map((stack) => [stack.name, snapshotOf(stack)] as const)
      .filter(([, { Resources }]) => Object.keys(Resources).length > 0),
  );

const snapshotOf = ({ outputs, resources }: Stack): TemplateSnapshot[string] => ({
  Outputs: Object.fromEntries(Object.entries(outputs).filter(([, output]) => output.Export)),
  Resources: Object.fromEntries(
    [...resources]
      .filter(([, resource]) => isKept(resource))
      .map(([id, { type, properties }]) => [id, { Type: type, Properties: shortened(type, properties) }]),
  ),
});

/** Their ids and properties have hashes of code, and the runner invokes the code of the template by any of them. */
const RELEASES = ['AWS::Lambda::Alias', 'AWS::Lambda::Version'];

const isKept = ({ type }: TemplateResource): boolean => ![...IGNORED, ...RELEASES].includes(type);

function shortened(type: string, properties: Properties): Properties {
  if (type === API) return { ...properties, Body: withoutRoutes(properties['Body'] as ApiBody) };
  return type === 'AWS::Lambda::Function'
    ? { ...properties, Code: { S3Key: entryOf(properties) } }
    : properties;
}

/** A document without routes, and without the role by which AWS invokes functions. */
function withoutRoutes({ components, ...body }: ApiBody): ApiBody {
  const all = Object.entries(components[INTEGRATIONS]);
  const integrations = all.map(([name, { credentials: _, ...integration }]) => [name, integration]);
  return {
    ...body,
    paths: {},
    components: { [INTEGRATIONS]: Object.fromEntries(integrations) as Record<string, BodyIntegration> },
  };
}

function entryOf(properties: Properties): string {
  const entry = DESCRIPTION.exec(String(properties['Description']))?.groups?.['entry'];
  if (entry === undefined)
    throw new Error(`"${String(properties['Description'])}" names no function's entry.`);
  return entry;
}

/** A snapshot as text, with a line for each resource. */
export function snapshotText(snapshot: TemplateSnapshot): string {
  const lines = (of: object, indent: string) =>
    Object.entries(of)
      .map(([id, value]) => `${indent}${JSON.stringify(id)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const stacks = Object.entries(snapshot).map(
    ([name, { Outputs, Resources }]) =>
      `  ${JSON.stringify(name)}: {\n    "Outputs": {\n${lines(Outputs, '      ')}\n    },\n    "Resources": {\n${lines(Resources, '      ')}\n    }\n  }`,
  );
  return `{\n${stacks.join(',\n')}\n}\n`;
}

/**
 * Writes a snapshot as an assembly, with the routes of the registry, to a new directory. `folderOf` returns the folder of
 * a function's code by the name of its entry.
 */
export function writeAssembly(
  snapshot: TemplateSnapshot,
  directory: string,
  folderOf: (entry: string) => string,
): void {
  mkdirSync(directory, { recursive: true });
  const write = (file: string, value: unknown) => writeFileSync(join(directory, file), JSON.stringify(value));
  const artifacts = Object.entries(snapshot).flatMap(([name, template]): [string, object][] => {
    const entries = Object.values(template.Resources)
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .map(({ Properties }) => entryOf(Properties));
    for (const entry of entries) {
      linkFiles(folderOf(entry), join(directory, entry));
    }
    const Resources = withRoutes(template.Resources);
    write(`${name}.template.json`, { ...template, Resources });
    write(`${name}.assets.json`, {
      files: Object.fromEntries(entries.map((entry) => [entry, asset(entry)])),
    });
    return [
      [`${name}.assets`, { type: 'cdk:asset-manifest', properties: { file: `${name}.assets.json` } }],
      [name, { type: 'aws:cloudformation:stack', properties: { templateFile: `${name}.template.json` } }],
    ];
  });
  write('manifest.json', { artifacts: Object.fromEntries(artifacts) });
}

/** Bundles are made again rather than changed, so that an assembly keeps its own without a copy. */
function linkFiles(from: string, to: string): void {
  for (const file of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name.endsWith('.map')) continue;
    const place = join(to, relative(from, file.parentPath));
    mkdirSync(place, { recursive: true });
    linkSync(join(file.parentPath, file.name), join(place, file.name));
  }
}

const asset = (entry: string) => ({ source: { path: entry }, destinations: { local: { objectKey: entry } } });

/** Adds the routes of the registry to the document of the API, as define-api.ts does. */
const withRoutes = (
  resources: TemplateSnapshot[string]['Resources'],
): TemplateSnapshot[string]['Resources'] =>
  Object.fromEntries(
    Object.entries(resources).map(([id, { Type, Properties }]) => {
      const paths = () => apiPaths(gatewayRoutes(functionGroups, fallbackGroup), fallbackGroup);
      const Body = Type === API ? { ...(Properties['Body'] as ApiBody), paths: paths() } : undefined;
      return [id, { Type, Properties: { ...Properties, ...(Body && { Body }) } }];
    }),
  );
