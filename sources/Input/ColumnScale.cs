namespace DbIngest.Sources.Input;

/// <summary>
/// Scales a recorder's samples to a column's numbers: <c>sample * multiplier + offset</c> in double precision, each step
/// rounded. <see cref="IRecordReader.Scales"/> states it, and <c>SpoolWriter</c> stores samples instead of doubles by it.
/// Immutable.
/// </summary>
/// <param name="Sample">The kind of the samples.</param>
/// <param name="Multiplier">Factor per sample unit.</param>
/// <param name="Offset">Added after the multiplication.</param>
public readonly record struct ColumnScale(SampleKind Sample, double Multiplier, double Offset);
