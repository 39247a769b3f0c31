/** Set while the table is restored: what would be written meanwhile is refused, since it would be lost. */
export const MAINTENANCE_VARIABLE = 'MAINTENANCE';
