using System.Text.Json.Serialization;

namespace DbIngest.Core.Plan;

/// <summary>
/// The place of a point on some or all axes. Two are equal when no axis tells them apart, so it serves as key wherever points are
/// taken together: all axes (a point), those that open a target, those that decide the client's ceiling. Immutable.
/// </summary>
[JsonConverter(typeof(AxisValuesJsonConverter))]
public sealed class AxisValues : IEquatable<AxisValues>
{
    private readonly object?[] _values;

    private AxisValues(object?[] values) => _values = values;

    /// <summary>No axis at all.</summary>
    public static AxisValues None { get; } = new([]);

    /// <summary>The value on an axis, boxed; null where there is none.</summary>
    /// <param name="axis">The axis.</param>
    public object? this[Axis axis] => axis.Index < _values.Length ? _values[axis.Index] : null;

    /// <summary>The value on an axis that these values surely have.</summary>
    /// <typeparam name="T">The axis's type.</typeparam>
    /// <param name="axis">The axis.</param>
    /// <returns>The value.</returns>
    /// <exception cref="InvalidOperationException">They have none.</exception>
    public T Of<T>(Axis<T> axis)
        where T : notnull =>
        axis.TryGet(this, out var value) ? value : throw new InvalidOperationException($"There is no value for {axis.Name}.");

    /// <summary>These with another value on one axis.</summary>
    /// <param name="axis">The axis.</param>
    /// <param name="value">The value, of the axis's type; null for none.</param>
    /// <returns>The values.</returns>
    public AxisValues With(Axis axis, object? value)
    {
        object?[] values = new object?[SweepAxes.All.Count];
        _values.CopyTo(values, 0);
        values[axis.Index] = value;
        return new AxisValues(values);
    }

    /// <summary>These on some of the axes only.</summary>
    /// <param name="isWanted">Which.</param>
    /// <returns>The values.</returns>
    public AxisValues Only(Func<Axis, bool> isWanted) => new([.. SweepAxes.All.Select(axis => isWanted(axis) ? this[axis] : null)]);

    /// <summary>Their texts by the fields of the axes.</summary>
    public IReadOnlyDictionary<string, string> ByField() => SweepAxes.All.Where(axis => this[axis] is not null)
        .ToDictionary(axis => axis.Field, axis => axis.Text(this)!, StringComparer.Ordinal);

    /// <inheritdoc/>
    public bool Equals(AxisValues? other) => other is not null && SweepAxes.All.All(axis => Equals(this[axis], other[axis]));

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as AxisValues);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        foreach (var axis in SweepAxes.All)
        {
            hash.Add(this[axis]);
        }

        return hash.ToHashCode();
    }

    /// <summary>Every axis by its key and value, in their order: what tells a point from all others, also in a later version.</summary>
    public override string ToString() => string.Join(
        ' ', SweepAxes.All.Where(axis => this[axis] is not null).Select(axis => $"{axis.Key}={axis.Text(this)}"));
}
