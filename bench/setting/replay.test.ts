import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeRecipe } from './replay.ts';

const patient = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';

it('a recorded database statement that is replayed contains new ids instead of the recorded ids and is otherwise unchanged', () => {
  const at = new Date(0);
  const body = JSON.stringify({ id: patient, name: 'Asha', again: patient });
  const recipe = makeRecipe(
    [[{ name: 'n', text: 'select $1', values: [patient, body, [patient, null], 7, at, 'Asha'] }]],
    { patient },
  );
  const [statement] = recipe.steps.flat();
  assert.deepEqual(
    statement?.values.map((value) => value({ patient: other })),
    [other, body.replaceAll(patient, other), [other, null], 7, at, 'Asha'],
  );
  assert.equal(statement?.text, 'select $1');
  assert.equal(recipe.length, 1);
});

it('an id in a recorded database statement that the replay does not replace keeps its recorded value', () => {
  const recipe = makeRecipe([[{ text: 'select $1', values: [patient] }]], { patient });
  assert.deepEqual(
    recipe.steps.flat()[0]?.values.map((value) => value({})),
    [patient],
  );
});
