import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { legible } from '../../core/legible.ts';
import { memoize } from '../../core/schema.ts';
import { appContent, type McpContent, type PromptDeclaration } from './content.ts';

const listParams = memoize(() => z.looseObject({ cursor: z.string().optional() }));
const getParams = memoize(() => z.looseObject({ uri: z.string() }));

/** How long clients may keep what is the same for all: it changes with releases only. */
const CACHED = { ttlMs: 60 * 60_000, cacheScope: 'public' } as const;

/** Adds resources, prompts and skills, of which the SDK does not know the last; `keep` withholds internal errors. */
export function serveContent(
  server: Server,
  { templates, skills, apps, prompts, read }: McpContent,
  keep: (error: unknown) => never,
): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    assertFirstPage(params?.cursor);
    const [listed, pages] = await Promise.all([skills(), apps()]);
    const files = listed.map(({ uri, frontmatter: { name, description } }) => {
      return { uri, name, description, mimeType: 'text/markdown' };
    });
    return { resources: [...files, ...pages.map((page) => ({ ...page, ...appContent }))] };
  });
  server.setRequestHandler('resources/templates/list', async ({ params }) => {
    assertFirstPage(params?.cursor);
    return { resourceTemplates: [...(await templates())] };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const content = await read(uri).catch(keep);
    if (!content)
      throw new ResourceNotFoundError(legible(uri), 'There is no such resource, or you cannot see it.');
    return { contents: [{ ...content }] };
  });
  server.setRequestHandler('prompts/list', async ({ params }) => {
    assertFirstPage(params?.cursor);
    return {
      prompts: (await prompts()).map(({ text: _, ...prompt }) => ({
        ...prompt,
        arguments: [...prompt.arguments],
      })),
    };
  });
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: args = {} } }) => {
    const prompt = (await prompts()).find((one) => one.name === name);
    if (!prompt) throw invalidParams('There is no prompt of that name; prompts/list has all.');
    assertArguments(prompt, args);
    const content = { type: 'text' as const, text: prompt.text(args) };
    return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
  });
  server.setRequestHandler('skills/list', { params: listParams() }, async ({ cursor }) => {
    assertFirstPage(cursor);
    return { resultType: 'complete', skills: [...(await skills())], ...CACHED };
  });
  server.setRequestHandler('skills/get', { params: getParams() }, async ({ uri }) => {
    const skill = (await skills()).find((one) => one.uri === uri);
    if (!skill) throw new ResourceNotFoundError(legible(uri), 'There is no such skill.');
    return { resultType: 'complete', skill, ...CACHED };
  });
}

function assertArguments(prompt: PromptDeclaration, args: Readonly<Record<string, unknown>>): void {
  const missing = prompt.arguments.find(({ name, required }) => required && !args[name]);
  if (missing) throw invalidParams(`The argument ${missing.name} is required.`);
}

function assertFirstPage(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalidParams('There is one page only.');
}

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
