import { createTriageAddress } from './create-triage-address.ts';
import { deleteTriageAddress } from './delete-triage-address.ts';
import { getTriageAddress } from './get-triage-address.ts';

export const triageAddressOperations = [getTriageAddress, createTriageAddress, deleteTriageAddress];
