/** ABDM counters and shares as the hospital sees them [API-37, API-39]. */
import type { AbdmCounter, AbdmShare } from '@baari/contract/hospital/abdm.ts';
import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import type { CounterRow, ShareRow } from './abdm.store.ts';
import { counterUrl } from './share.rules.ts';

export function counterView(row: CounterRow, cmId: string, hipId: string): AbdmCounter {
  return {
    id: row.id,
    code: row.code,
    lineId: row.line_id,
    lineName: row.line_name,
    lineNames: row.line_names,
    url: counterUrl(cmId, hipId, row.code),
    madeAt: row.made_at.toISOString(),
  };
}

/** A share as the desk sees it; `facts` are those of the patients by id. */
export function shareView(row: ShareRow, facts: ReadonlyMap<string, PatientFacts>): AbdmShare {
  return {
    id: row.id,
    at: row.received_at.toISOString(),
    place: placeOf(row, facts),
    refusal: row.refusal,
    line: row.line_name === null ? null : { name: row.line_name, names: row.line_names },
    answer: row.answer_state,
  };
}

function placeOf(row: ShareRow, facts: ReadonlyMap<string, PatientFacts>): AbdmShare['place'] {
  const patient = facts.get(row.patient_id ?? '');
  if (row.entry_id === null || patient === undefined) return null;
  const like = facts.get(row.like_id ?? '') ?? null;
  return { entryId: row.entry_id, token: row.token ?? '', patient, like };
}
