using System.Data.Common;
using System.Reflection;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Calls the bulk-copy class of a provider through the form that such classes share: <c>XxxBulkCopy</c> with a constructor that
/// takes a connection, <c>DestinationTableName</c>, and <c>WriteToServer</c> with a reader (SqlBulkCopy, OracleBulkCopy,
/// DB2BulkCopy, MySqlBulkCopy). <see cref="AdoWriter"/> creates one per connection for <c>way=bulkcopy</c> and calls it once per
/// batch on the timed path. <see cref="AdoTarget"/> creates one to check that the provider has such a class. The class
/// commits by itself, so after a failure the batch may be stored.
/// </summary>
internal sealed class AdoBulkCopy : IDisposable
{
    private readonly object _copy;
    private readonly Action<DbDataReader> _write;

    /// <summary>Finds and creates the provider's class.</summary>
    /// <param name="provider">The provider.</param>
    /// <param name="connection">An open connection.</param>
    /// <param name="table">Quoted name of the table.</param>
    /// <param name="timeoutS">Timeout of a batch in seconds. 0 would mean no timeout.</param>
    /// <exception cref="ArgumentException">The provider has no such class. The message names the remedy.</exception>
    public AdoBulkCopy(AdoProvider provider, DbConnection connection, string table, int timeoutS)
    {
        var type = provider.Assembly.GetExportedTypes()
            .FirstOrDefault(t => t.IsClass && t.Name.EndsWith("BulkCopy", StringComparison.Ordinal)
            && Constructor(t, connection) is not null)
            ?? throw new ArgumentException(
                $"--endpoint: way=bulkcopy: {provider.Assembly.GetName().Name} has no class for bulk copy. Take way=rows.");
        var constructor = Constructor(type, connection)!;

        // Further constructor parameters, as in MySqlBulkCopy, are optional.
        object?[] arguments = [connection, .. constructor.GetParameters().Skip(1).Select(_ => Type.Missing)];
        _copy = constructor.Invoke(arguments);
        Set("DestinationTableName", table);
        Set("BulkCopyTimeout", timeoutS);
        var method = type.GetMethod("WriteToServer", [typeof(DbDataReader)])
            ?? type.GetMethod("WriteToServer", [typeof(System.Data.IDataReader)])
            ?? throw new ArgumentException($"--endpoint: way=bulkcopy: {type.Name} does not accept a reader. Take way=rows.");
        _write = reader =>
        {
            try
            {
                method.Invoke(_copy, [reader]);
            }
            catch (TargetInvocationException e)
            {
                System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(e.InnerException!);
            }
        };
    }

    /// <summary>Stores the rows of a reader and returns when the provider has committed them.</summary>
    public void Write(DbDataReader rows) => _write(rows);

    public void Dispose() => (_copy as IDisposable)?.Dispose();

    private static ConstructorInfo? Constructor(Type type, DbConnection connection) => type.GetConstructors().FirstOrDefault(c =>
        c.GetParameters() is [var first, .. var rest] && first.ParameterType.IsInstanceOfType(connection)
            && rest.All(p => p.IsOptional));

    private void Set(string property, object value) => _copy.GetType().GetProperty(property)?.SetValue(_copy, value);
}
