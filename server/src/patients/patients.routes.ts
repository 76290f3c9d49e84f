/** Maps endpoints to use cases [DESK-7 … DESK-10]. */
import * as merge from '@baari/contract/patient/merge.ts';
import * as patient from '@baari/contract/patient/patient.ts';
import type { Route } from '../platform/http/route.ts';
import { addFamily } from './add-family.use-case.ts';
import { findAlike } from './find-alike.query.ts';
import { mergePatients, undoMerge } from './merge-patients.use-case.ts';
import { listMerges, previewMerge } from './merges.query.ts';
import { putInLine } from './put-in-line.use-case.ts';

export function mountPatients(route: Route): void {
  route(merge.previewMerge, ({ context, params, body }) =>
    previewMerge(context, params.id, body.goneId),
  );
  route(merge.mergePatients, ({ context, params, body }) =>
    mergePatients(context, params.id, body.goneId),
  );
  route(merge.undoMerge, ({ context, params }) => undoMerge(context, params.id));
  route(merge.listMerges, ({ context }) => listMerges(context));
  route(patient.findAlike, ({ context, body }) => findAlike(context, body));
  route(patient.addFamily, ({ context, body }) => addFamily(context, body));
  route(patient.putInLine, ({ context, params, body }) => putInLine(context, params.id, body));
}
