namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Several neighbouring rows, computed at once. <see cref="MeterKernel{TRows}"/> and <see cref="NoisyLine{TRows}"/> hold the
/// formulas, written once against this interface. <see cref="SyntheticSource"/> runs them compiled for the widest type that the
/// processor has.
/// </summary>
/// <remarks>
/// An implementation must use only IEEE 754 additions, subtractions and multiplications (never fused) and 64-bit integer
/// operations, so that every width gives the same bits on every machine.
/// </remarks>
/// <typeparam name="TSelf">The implementing type: one, four or eight rows.</typeparam>
internal interface IRows<TSelf>
    where TSelf : struct, IRows<TSelf>
{
    /// <summary>Number of rows computed at once.</summary>
    static abstract int Count { get; }

    /// <summary>Sets the same value in every row.</summary>
    static abstract TSelf Broadcast(double value);

    /// <summary>Sets <paramref name="first"/>, <c>first + 1</c>, <c>first + 2</c>, ...</summary>
    static abstract TSelf Ramp(double first);

    /// <summary>
    /// Sets row <c>j</c> to the noise of counter state <c>state + j * Noise.Gamma</c>. See <see cref="Synthetic.Noise"/>.
    /// </summary>
    static abstract TSelf Noise(ulong state);

    static abstract TSelf operator +(TSelf left, TSelf right);

    static abstract TSelf operator -(TSelf left, TSelf right);

    static abstract TSelf operator *(TSelf left, TSelf right);

    /// <summary>Writes <see cref="Count"/> values.</summary>
    unsafe void Store(double* destination);
}
