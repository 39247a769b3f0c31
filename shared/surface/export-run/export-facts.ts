import pLimit from 'p-limit';
import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { readVersion } from '../../feedback/portal/image-files.ts';
import { getImage } from '../../feedback/portal/image-store.ts';
import { getStoryCounts } from '../../identity/team/team-store.ts';
import { getStoryStarts } from '../../planning/story/story-store.ts';
import { allOperations } from '../registry.ts';
import type { ExportedResource, ExportReader } from './export-reader.ts';

/** Images whose bytes are read at once. */
const IMAGES_AT_ONCE = 8;

/** What an export has of resources besides what their list shows: by their ids, its fields. */
type FactsOf = (reader: ExportReader, ids: readonly string[]) => Promise<ReadonlyMap<string, object>>;

/** A fact that an operation returns for each resource, in a field. */
interface ReadFact {
  /** What it is called where the credential may not read it. */
  name: string;
  /** The resources that have it. */
  part: string;
  field: string;
  operation: ResourceOperation;
  /** Whether it was set, or is only what is used until then. */
  isSet: (value: Record<string, unknown>) => boolean;
}

/** The operation that reads a single resource at a path of the workspace; `''` is the workspace itself. */
export function operationAt(path: string): ResourceOperation {
  const full = path === '' ? WORKSPACE_PATH : `${WORKSPACE_PATH}/${path}`;
  const found = allOperations.find(
    (one) => one.kind === 'resource' && one.method === 'GET' && one.path === full,
  );
  if (!found) throw new Error(`No operation reads ${full}.`);
  return found as ResourceOperation;
}

export const readFacts: readonly ReadFact[] = [
  {
    name: 'sprint-cadences',
    part: 'teams',
    field: 'sprintCadence',
    operation: operationAt('teams/{teamId}/sprint-cadence'),
    isSet: () => true,
  },
  {
    name: 'working-hours',
    part: 'members',
    field: 'workingHours',
    operation: operationAt('members/{memberId}/working-hours'),
    isSet: ({ updatedAt }) => updatedAt !== null,
  },
];

/** When work on stories started. */
const starts: FactsOf = async ({ read }, ids) => {
  const found = await getStoryStarts(read, ids);
  return new Map(ids.map((id) => [id, { startedAt: found.get(id) ?? null }]));
};

/** The number that the next story of a team gets: also numbers of stories that were deleted are never used again. */
const nextNumbers: FactsOf = async ({ read }, ids) => {
  const counts = await getStoryCounts(read, ids);
  return new Map(ids.map((id, at) => [id, { nextSequenceId: counts[at]! + 1 }]));
};

/** The bytes of images, base64-encoded as the API takes them: those of a private portal have no address. */
const imageData: FactsOf = async ({ read, setting }, ids) => {
  const limit = pLimit(IMAGES_AT_ONCE);
  const dataOf = async (id: string) => {
    const image = await getImage(read, id);
    const bytes = image?.bytes ?? (image?.files && (await readVersion({ setting }, image.files, undefined)));
    return bytes ? [[id, { data: Buffer.from(bytes).toString('base64') }] as const] : [];
  };
  const found = await Promise.all(ids.map((id) => limit(() => dataOf(id))));
  return new Map(found.flat());
};

/** Facts that no operation returns, by the part whose resources have them. */
const storedFacts: Readonly<Record<string, FactsOf>> = {
  stories: starts,
  'stories-in-triage': starts,
  teams: nextNumbers,
  'portal-images': imageData,
  'feedback-images': imageData,
};

/** Resources of a part with what an export has of them besides. */
export async function withFacts(
  reader: ExportReader,
  part: string,
  resources: readonly ExportedResource[],
): Promise<ExportedResource[]> {
  const ids = resources.map(({ id }) => id);
  const stored = ids.length > 0 ? await storedFacts[part]?.(reader, ids) : undefined;
  const facts = readFacts.filter((fact) => fact.part === part && reader.mayRead(fact.operation));
  return await Promise.all(
    resources.map(async (resource) => {
      const read = await Promise.all(facts.map((fact) => readFact(reader, fact, resource.id)));
      return { ...resource, ...stored?.get(resource.id), ...Object.fromEntries(read) };
    }),
  );
}

async function readFact(
  reader: ExportReader,
  { field, operation, isSet }: ReadFact,
  id: string,
): Promise<[field: string, value: object | null]> {
  const [name] = /(?<=\{)(?!workspaceId)\w+(?=\})/.exec(operation.path)!;
  const value = await reader.resource(operation, { [name]: id });
  return [field, value && isSet(value) ? value : null];
}
