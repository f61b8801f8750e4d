using System.Globalization;
using System.Numerics;

namespace DbIngest.Core.Plan;

/// <summary>
/// An axis whose values are numbers, for example the batch size. <see cref="SweepAxes"/> registers instances. <c>AxisReader</c>
/// of the command line holds a user's values within <see cref="Smallest"/> and <see cref="Largest"/>. Stored results may contain
/// others.
/// </summary>
/// <typeparam name="T">The type of the numbers.</typeparam>
public sealed class NumberAxis<T> : Axis<T>
    where T : struct, INumber<T>
{
    /// <summary>True for seconds, which a user may also write with a unit: 60s, 5m, 1h.</summary>
    public bool IsTime { get; init; }

    /// <summary>The smallest value that a user may choose, by default 1.</summary>
    public T Smallest { get; init; } = T.One;

    /// <summary>The largest value that a user may choose.</summary>
    public required T Largest { get; init; }

    /// <inheritdoc/>
    public override string Maximum => Show(Largest);

    /// <inheritdoc/>
    public override bool IsNumber => true;

    /// <inheritdoc/>
    protected override string Write(T value) => value.ToString(null, CultureInfo.InvariantCulture);

    /// <inheritdoc/>
    protected override string Show(T value) => value.ToString("#,0.######", CultureInfo.InvariantCulture);

    /// <inheritdoc/>
    protected override double Measure(T value) => double.CreateChecked(value);

    /// <inheritdoc/>
    protected override bool TryRead(string text, out T value) =>
        T.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
}
