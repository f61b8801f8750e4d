namespace DbIngest.Sources.Input;

/// <summary>How a recorder stores a sample.</summary>
public enum SampleKind
{
    /// <summary>Whole numbers of 16 bits.</summary>
    Int16,

    /// <summary>Whole numbers of 32 bits.</summary>
    Int32,
}
