using System.Text.Json.Serialization;

namespace DbIngest.Core.Plan;

/// <summary>
/// The values of a point on some or all axes. Each <see cref="Point"/> holds one. Code groups points by a part of it
/// (<see cref="Only"/>): <see cref="Point.Target"/> by the axes that open a target, <see cref="Results.CalibrationKey"/> by those
/// that decide the client's ceiling, and the analysis by those that it compares. Immutable. Two objects are equal if no axis
/// differs.
/// </summary>
[JsonConverter(typeof(AxisValuesJsonConverter))]
public sealed class AxisValues : IEquatable<AxisValues>
{
    private readonly object?[] _values;

    private AxisValues(object?[] values) => _values = values;

    /// <summary>No value on any axis.</summary>
    public static AxisValues None { get; } = new([]);

    /// <summary>The boxed value on an axis. Null if there is none.</summary>
    public object? this[Axis axis] => axis.Index < _values.Length ? _values[axis.Index] : null;

    /// <summary>The value on an axis, which must be present.</summary>
    /// <typeparam name="T">The type of the axis.</typeparam>
    /// <exception cref="InvalidOperationException">There is no value on the axis.</exception>
    public T Of<T>(Axis<T> axis)
        where T : notnull =>
        axis.TryGet(this, out var value) ? value : throw new InvalidOperationException($"There is no value for {axis.Name}.");

    /// <summary>Copies the values with another value on one axis.</summary>
    /// <param name="axis">The axis.</param>
    /// <param name="value">A value of the axis's type. Null removes it.</param>
    public AxisValues With(Axis axis, object? value)
    {
        object?[] values = new object?[SweepAxes.All.Count];
        _values.CopyTo(values, 0);
        values[axis.Index] = value;
        return new AxisValues(values);
    }

    /// <summary>Copies the values of some axes.</summary>
    /// <param name="isWanted">Selects the axes.</param>
    public AxisValues Only(Func<Axis, bool> isWanted) =>
        new([.. SweepAxes.All.Select(axis => isWanted(axis) ? this[axis] : null)]);

    /// <summary>The texts of the values by the fields of their axes.</summary>
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

    /// <summary>
    /// The key of these values: each axis with its value, in the order of the axes. Later versions must write the same key.
    /// </summary>
    public override string ToString() => string.Join(
        ' ', SweepAxes.All.Where(axis => this[axis] is not null).Select(axis => $"{axis.Key}={axis.Text(this)}"));
}
