using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Plan;

/// <summary>
/// An axis whose values have one type. It is the base of <see cref="NumberAxis{T}"/>, <see cref="TextAxis{T}"/> and
/// <see cref="WordAxis"/>, which say how a value is written and parsed. <see cref="SweepAxes"/> registers all instances.
/// Immutable.
/// </summary>
/// <typeparam name="T">The type, with equality by value.</typeparam>
public abstract class Axis<T> : Axis
    where T : notnull
{
    /// <summary>Puts a value into the options with which a target is opened. Null for an axis that opens no target.</summary>
    public Func<TargetOptions, T, TargetOptions>? Opens { get; init; }

    /// <summary>Writes a value in a sentence. By default the name and the value.</summary>
    public Func<T, string>? Says { get; init; }

    /// <inheritdoc/>
    public override bool OpensTarget => Opens is not null;

    /// <summary>Reads the value of a point.</summary>
    /// <param name="values">The values of a point.</param>
    /// <param name="value">The value, if the point has one.</param>
    /// <returns>True if the point has one.</returns>
    public bool TryGet(AxisValues values, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out T? value)
    {
        bool has = values[this] is T;
        value = has ? (T)values[this]! : default;
        return has;
    }

    /// <inheritdoc/>
    public sealed override string? Text(AxisValues values) => TryGet(values, out var value) ? Write(value) : null;

    /// <inheritdoc/>
    public sealed override string? Shown(AxisValues values) => TryGet(values, out var value) ? Show(value) : null;

    /// <inheritdoc/>
    public sealed override string? Phrase(AxisValues values) =>
        TryGet(values, out var value) ? Says?.Invoke(value) ?? $"{Name} {Show(value)}" : null;

    /// <inheritdoc/>
    public sealed override double Number(AxisValues values) => TryGet(values, out var value) ? Measure(value) : NumberWhenAbsent;

    /// <inheritdoc/>
    public sealed override bool TryRead(string text, out object? value)
    {
        bool isOne = TryRead(text, out T? typed);
        value = typed;
        return isOne;
    }

    /// <inheritdoc/>
    public sealed override TargetOptions Apply(TargetOptions options, AxisValues values) =>
        Opens is not null && TryGet(values, out var value) ? Opens(options, value) : options;

    /// <summary>Writes a value, the same in every culture. Different values have different texts.</summary>
    protected abstract string Write(T value);

    /// <summary>Writes a value for people.</summary>
    protected virtual string Show(T value) => Write(value);

    /// <summary>Converts a value to a number for plots.</summary>
    protected virtual double Measure(T value) => double.NaN;

    /// <summary>Parses what <see cref="Write"/> writes.</summary>
    protected abstract bool TryRead(string text, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out T? value);
}
