/** Where work with a status stands. A status's category, not its name, decides what the service does. */
export const statusCategories = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;

export type StatusCategory = (typeof statusCategories)[number];

/** What a story or an objective needs to know of a status. */
export interface StatusReference {
  id: string;
  /** Null for a status of objectives, which belongs to the workspace. */
  teamId: string | null;
  category: StatusCategory;
  /** True where nothing may newly have it. */
  archived?: boolean;
}
