/** The address of a story as a resource. */
export const storyUri = (workspaceId: string, id: string): string =>
  `plotline://${workspaceId}/stories/${id}`;
