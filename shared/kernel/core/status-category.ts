/** The state of work with a status. Behavior depends on a status's category, not on its name. */
export const statusCategories = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;

export type StatusCategory = (typeof statusCategories)[number];

/** The part of a status that stories and objectives depend on. */
export interface StatusReference {
  id: string;
  /** Null for an objective status, which belongs to the workspace. */
  teamId: string | null;
  category: StatusCategory;
  /** Whether the status cannot be assigned anymore. */
  archived?: boolean;
}
