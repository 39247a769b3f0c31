import { nextTimestamp } from './clock.ts';

/** What differs between the operations that archive and unarchive a kind of resource. */
export interface ArchivingDeclaration {
  id: string;
  /** The last segment of the path. */
  suffix: 'archive' | 'unarchive';
  summary: string;
  description: string;
}

interface Archivable {
  archivedAt: string | null;
  updatedAt: string;
}

/** The resource's next version, archived or not at `now`; the resource itself if it already is. */
export function withArchived<T extends Archivable>(
  resource: T,
  suffix: ArchivingDeclaration['suffix'],
  now: Date,
): T {
  const archive = suffix === 'archive';
  if ((resource.archivedAt !== null) === archive) return resource;
  const updatedAt = nextTimestamp(now, resource.updatedAt);
  return { ...resource, archivedAt: archive ? updatedAt : null, updatedAt };
}
