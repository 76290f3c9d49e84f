/** Simulates one world with one forecasting application and returns the results. */
import { figuresOf, type WorldFigures } from './goals.ts';
import { type Price, priceOf } from './price.ts';
import type { Product } from './product.ts';
import { runWorld } from './run.ts';
import { shippedProduct } from './shipped.ts';
import { worlds } from './worlds.ts';

export const products: readonly Product[] = [shippedProduct];

export interface Trial {
  readonly world: string;
  readonly product: string;
  readonly seed: number;
  /** Share of the world's hospitals to simulate, for a quick result. */
  readonly share: number;
}

export interface TrialFigures {
  readonly figures: WorldFigures;
  /**
   * The benefit and cost of "leave now"; undefined unless all remote patients of the world follow
   * it.
   */
  readonly price: Price | undefined;
}

export function tryWorld({ world: name, product: of, seed, share }: Trial): TrialFigures {
  const found = worlds.find((one) => one.name === name);
  const product = products.find((one) => one.name === of);
  if (found === undefined || product === undefined) throw new Error(`No ${name} by ${of}.`);
  const world = { ...found, hospitals: Math.max(2, Math.round(found.hospitals * share)) };
  const run = runWorld(world, product, { seed });
  const walkingIn = () =>
    runWorld({ ...world, followsShare: 0 }, product, { seed, watches: false });
  return {
    figures: figuresOf(world, run),
    price: world.followsShare === 1 ? priceOf(run, walkingIn(), world.hasPlannedBreak) : undefined,
  };
}
