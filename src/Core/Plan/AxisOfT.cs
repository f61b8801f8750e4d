using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Plan;

/// <summary>An axis with values of one type.</summary>
/// <typeparam name="T">The type; equal values are the same place on the axis.</typeparam>
public abstract class Axis<T> : Axis
    where T : notnull
{
    /// <summary>Puts a value into the options that a target is opened with; null for an axis that opens none.</summary>
    public Func<TargetOptions, T, TargetOptions>? Opens { get; init; }

    /// <summary>How a value is said in a sentence; by itself the name and the value.</summary>
    public Func<T, string>? Says { get; init; }

    /// <inheritdoc/>
    public override bool OpensTarget => Opens is not null;

    /// <summary>The value of a point.</summary>
    /// <param name="values">A point's values.</param>
    /// <param name="value">The value.</param>
    /// <returns>Whether the point has one.</returns>
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

    /// <summary>A value as text, the same in every culture, in which different values differ.</summary>
    protected abstract string Write(T value);

    /// <summary>A value for people.</summary>
    protected virtual string Show(T value) => Write(value);

    /// <summary>A value as a number.</summary>
    protected virtual double Measure(T value) => double.NaN;

    /// <summary>Reads what <see cref="Write"/> writes.</summary>
    protected abstract bool TryRead(string text, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out T? value);
}
