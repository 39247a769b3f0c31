import { sharedService } from './service.ts';

type Named = { $ref?: string };

/**
 * The served API document, each operation with its parameters and answers in full; schemas still refer to
 * components.
 */
export async function fetchApiDocument(baseUrl = sharedService().baseUrl): Promise<{
  paths: Record<string, Record<string, any>>;
  webhooks: Record<string, { post: any }>;
  components: any;
}> {
  const answer = await fetch(`${baseUrl}/openapi.json`);
  const document = (await answer.json()) as Awaited<ReturnType<typeof fetchApiDocument>>;
  const { parameters, responses } = document.components;
  const resolved = (part: Named, components: any): any =>
    part.$ref ? components[part.$ref.split('/').at(-1)!] : part;
  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap(
    (methods) => Object.values<any>(methods),
  );
  for (const operation of operations) {
    operation.parameters = (operation.parameters ?? []).map((one: Named) => resolved(one, parameters));
    operation.responses = Object.fromEntries(
      Object.entries<Named>(operation.responses).map(([status, one]) => [status, resolved(one, responses)]),
    );
  }
  return document;
}
