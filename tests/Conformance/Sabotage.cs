namespace DbIngest.Conformance;

/// <summary>A fault that a database or its client might commit on one record.</summary>
public enum Sabotage
{
    Drop,
    Duplicate,
    FlipValueBit,
    FlipTimestampBit,
    FlipQualityBit,
    SwapContents,
}
