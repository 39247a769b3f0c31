import { StartError } from '../runner/start-error.ts';
import type { Assembly, TemplateResource, Stack } from './template.ts';

/** The values of `Ref` and `Fn::GetAtt` for a resource; missing attributes are unsupported. */
export type ResourceValues = { ref: string; attributes: Record<string, string> };

/** Resolves template values: `resolve(resource)` returns its properties without intrinsics. */
export type Resolver = {
  resolve: (resource: TemplateResource) => Record<string, unknown>;
  /** A single property, if the others contain unsupported intrinsics. */
  property: (resource: TemplateResource, name: string) => unknown;
  exists: (resource: TemplateResource) => boolean;
};

/** The location of a value, for messages: its stack and path. */
type ResourcePath = { stack: Stack; path: string };

const NO_VALUE = Symbol('AWS::NoValue');

/**
 * Creates a resolver for an assembly. `valuesOf` resolves Ref and Fn::GetAtt. Throws a StartError that names
 * the resource and the property for anything it cannot resolve.
 * Functions:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
export function createResolver(
  assembly: Assembly,
  valuesOf: (resource: TemplateResource) => ResourceValues,
): Resolver {
  function value(input: unknown, place: ResourcePath): unknown {
    if (Array.isArray(input)) {
      return input.map((item, i) => value(item, at(place, i))).filter((item) => item !== NO_VALUE);
    }
    if (input === null || typeof input !== 'object') return input;
    const entries = Object.entries(input);
    const [key, argument] = entries[0] ?? [];
    if (
      entries.length === 1 &&
      key !== undefined &&
      (key === 'Ref' || key === 'Condition' || key.startsWith('Fn::'))
    ) {
      return intrinsic(key, argument, place);
    }
    const resolved = entries.map(([name, item]) => [name, value(item, at(place, name))] as const);
    return Object.fromEntries(resolved.filter(([, item]) => item !== NO_VALUE));
  }

  function intrinsic(name: string, argument: unknown, place: ResourcePath): unknown {
    const list = () => {
      const items = value(argument, place);
      return Array.isArray(items) ? (items as unknown[]) : fail(`${name} requires a list`, place);
    };
    switch (name) {
      case 'Ref':
        return ref(text(argument, place), place);
      case 'Fn::GetAtt': {
        const parts = typeof argument === 'string' ? argument.split(/\.(.*)/s) : list();
        return attribute(text(parts[0], place), text(parts[1], place), place);
      }
      case 'Fn::Join': {
        const [separator, items] = list();
        if (!Array.isArray(items)) return fail('Fn::Join requires a list', place);
        return items.map((item) => text(item, place)).join(text(separator, place));
      }
      case 'Fn::Sub':
        return substitute(argument, place);
      case 'Fn::Select': {
        const [index, items] = list();
        const item: unknown = Array.isArray(items) ? items[Number(index)] : undefined;
        return item === undefined ? fail(`Fn::Select has no item ${String(index)}`, place) : item;
      }
      case 'Fn::Split': {
        const [separator, joined] = list();
        return text(joined, place).split(text(separator, place));
      }
      case 'Fn::FindInMap': {
        const [map, first, second] = list().map((item) => text(item, place));
        const found = place.stack.mappings[map ?? '']?.[first ?? '']?.[second ?? ''];
        return found ?? fail(`Fn::FindInMap finds nothing under ${map}.${first}.${second}`, place);
      }
      case 'Fn::ImportValue':
        return importValue(text(value(argument, place), place), place);
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName } = value(argument, place) as { StackName: string; OutputName: string };
        return stackOutput(StackName, OutputName, place);
      }
      case 'Fn::If': {
        if (!Array.isArray(argument)) return fail('Fn::If requires a list', place);
        const [condition, yes, no] = argument as unknown[];
        return value(isTrue(text(condition, place), place) ? yes : no, place);
      }
      case 'Condition':
        return isTrue(text(argument, place), place);
      case 'Fn::Equals': {
        const [left, right] = list();
        return JSON.stringify(left) === JSON.stringify(right);
      }
      case 'Fn::And':
        return list().every(Boolean);
      case 'Fn::Or':
        return list().some(Boolean);
      case 'Fn::Not':
        return !list()[0];
      default:
        return fail(`the intrinsic function ${name} is not supported by the local runner`, place);
    }
  }

  function ref(name: string, place: ResourcePath): unknown {
    const { stack } = place;
    const pseudo: Record<string, unknown> = {
      'AWS::AccountId': stack.account,
      'AWS::NoValue': NO_VALUE,
      'AWS::NotificationARNs': [],
      'AWS::Partition': 'aws',
      'AWS::Region': stack.region,
      'AWS::StackId': `arn:aws:cloudformation:${stack.region}:${stack.account}:stack/${stack.name}/local`,
      'AWS::StackName': stack.name,
      'AWS::URLSuffix': 'amazonaws.com',
    };
    if (name in pseudo) return pseudo[name];
    const resource = stack.resources.get(name);
    if (resource) return valuesOf(resource).ref;
    const parameter = stack.parameters[name];
    if (!parameter) return fail(`Ref refers to ${name}, which is not in the template`, place);
    return parameter.Default ?? fail(`the parameter ${name} has no default value`, place);
  }

  function attribute(id: string, name: string, place: ResourcePath): string {
    const resource = place.stack.resources.get(id);
    if (!resource) return fail(`Fn::GetAtt refers to ${id}, which is not in the template`, place);
    const found = valuesOf(resource).attributes[name];
    return (
      found ??
      fail(`the attribute ${name} of ${id} (${resource.type}) is not supported by the local runner`, place)
    );
  }

  function substitute(argument: unknown, place: ResourcePath): string {
    const [pattern, variables] = Array.isArray(argument) ? (argument as unknown[]) : [argument, {}];
    const own = (value(variables, place) ?? {}) as Record<string, unknown>;
    return text(pattern, place).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in own) return text(own[name], place);
      const [id = '', attributeName] = name.split(/\.(.*)/s);
      return attributeName ? attribute(id, attributeName, place) : text(ref(name, place), place);
    });
  }

  function stackOutput(name: string, id: string, place: ResourcePath): unknown {
    const stack = assembly.stacks.find((one) => one.name === name);
    const output = stack?.outputs[id];
    if (!stack || !output) return fail(`no stack ${name} has the output ${id}`, place);
    return value(output.Value, { stack, path: `${name}.Outputs.${id}` });
  }

  function importValue(name: string, place: ResourcePath): unknown {
    for (const stack of assembly.stacks) {
      for (const [id, output] of Object.entries(stack.outputs)) {
        const there = { stack, path: `${stack.name}.Outputs.${id}` };
        if (output.Export && value(output.Export.Name, there) === name) return value(output.Value, there);
      }
    }
    return fail(`no stack exports ${name}`, place);
  }

  function isTrue(name: string, place: ResourcePath): boolean {
    const condition = place.stack.conditions[name];
    return condition === undefined
      ? fail(`the condition ${name} is not in the template`, place)
      : Boolean(value(condition, { ...place, path: `${place.stack.name}.Conditions.${name}` }));
  }

  return {
    resolve: (resource) => value(resource.properties, placeOf(resource)) as Record<string, unknown>,
    property: (resource, name) => {
      const found = value(resource.properties[name], at(placeOf(resource), name));
      return found === NO_VALUE ? undefined : found;
    },
    exists: (resource) => resource.condition === undefined || isTrue(resource.condition, placeOf(resource)),
  };
}

function placeOf({ stack, logicalId, type }: TemplateResource): ResourcePath {
  return { stack, path: `${stack.name}.${logicalId} (${type})` };
}

function at(place: ResourcePath, key: string | number): ResourcePath {
  return { stack: place.stack, path: `${place.path}.${key}` };
}

function text(input: unknown, place: ResourcePath): string {
  if (typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean')
    return String(input);
  return fail('expected a text here', place);
}

function fail(reason: string, { path }: ResourcePath): never {
  throw new StartError(`The template cannot be run locally: at ${path}, ${reason}.`);
}
