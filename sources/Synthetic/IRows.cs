namespace DbIngest.Sources.Synthetic;

/// <summary>
/// Several neighbouring rows computed at once. The formulas are written once against this interface and compiled for each
/// width; since a row only ever sees IEEE 754 additions, subtractions and multiplications (no fused ones) and 64-bit integer
/// operations, every width gives the same bits on every machine.
/// </summary>
/// <typeparam name="TSelf">The implementing type: one, four or eight rows.</typeparam>
internal interface IRows<TSelf>
    where TSelf : struct, IRows<TSelf>
{
    /// <summary>How many rows are computed at once.</summary>
    static abstract int Count { get; }

    /// <summary>The same value in every row.</summary>
    static abstract TSelf Broadcast(double value);

    /// <summary><paramref name="first"/>, <c>first + 1</c>, <c>first + 2</c>, ...</summary>
    static abstract TSelf Ramp(double first);

    /// <summary>In row <c>j</c> the noise of counter state <c>state + j * Noise.Gamma</c>; see <see cref="Synthetic.Noise"/>.</summary>
    static abstract TSelf Noise(ulong state);

    /// <summary>Row by row: the sum.</summary>
    static abstract TSelf operator +(TSelf left, TSelf right);

    /// <summary>Row by row: the difference.</summary>
    static abstract TSelf operator -(TSelf left, TSelf right);

    /// <summary>Row by row: the product.</summary>
    static abstract TSelf operator *(TSelf left, TSelf right);

    /// <summary>Writes <see cref="Count"/> values.</summary>
    unsafe void Store(double* destination);
}
