using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Targets.Tests.Ado.ArrayBinding;

/// <summary>What is to be, or became, of an element of an array.</summary>
public enum ArrayStatus
{
    Success = 0,
    NullFetched = 1,
    NullInsert = 2,
    Truncation = 3,
}

/// <summary>A parameter of the stand-in.</summary>
public sealed class ArrayParameter : DbParameter
{
    /// <summary>Of each element of an array: before the call, whether it is NULL; after it, what became of it.</summary>
    [SuppressMessage("Performance", "CA1819:Properties should not return arrays", Justification = "As ODP.NET has it.")]
    public ArrayStatus[]? ArrayBindStatus { get; set; }

    public override DbType DbType { get; set; }

    public override ParameterDirection Direction { get; set; } = ParameterDirection.Input;

    public override bool IsNullable { get; set; }

    [AllowNull]
    public override string ParameterName { get; set; } = string.Empty;

    public override int Size { get; set; }

    [AllowNull]
    public override string SourceColumn { get; set; } = string.Empty;

    public override bool SourceColumnNullMapping { get; set; }

    public override object? Value { get; set; }

    public override void ResetDbType() => DbType = DbType.Object;
}
