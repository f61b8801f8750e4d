namespace DbIngest.Sources.Input;

/// <summary>What a column's numbers are made of: <c>sample * multiplier + offset</c>, computed in double precision, each step rounded.</summary>
/// <param name="Sample">The kind of the samples.</param>
/// <param name="Multiplier">The multiplier.</param>
/// <param name="Offset">The offset.</param>
public readonly record struct ColumnScale(SampleKind Sample, double Multiplier, double Offset);
