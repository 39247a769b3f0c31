import { readFileSync } from 'node:fs';
import { ApiError } from '../shared/kernel/core/errors.ts';
import { createPortalImage } from '../shared/feedback/portals/create-portal-image.ts';
import type { Portal } from '../shared/feedback/portals/portal.ts';
import { CommandError } from './core/command-error.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';

/**
 * Uploads an image file to a portal and returns its id. Throws a CommandError if it is not an image or too
 * large.
 */
export async function addPortalImage(
  operations: WorkspaceOperations,
  { id: portalId }: Portal,
  file: string,
): Promise<string> {
  const body = { data: readFileSync(file).toString('base64') };
  try {
    return (await operations.run(createPortalImage, { path: { portalId }, body })).id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
    throw new CommandError(error.message.replace(/^data/, file).replace('base64-encoded ', ''));
  }
}
