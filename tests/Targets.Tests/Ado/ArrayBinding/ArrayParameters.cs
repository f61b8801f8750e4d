using System.Collections;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Targets.Tests.Ado.ArrayBinding;

/// <summary>The parameters of a command of the stand-in, in their order.</summary>
[SuppressMessage("Design", "CA1010:Generic interface should also be implemented", Justification = "As providers have it.")]
public sealed class ArrayParameters : DbParameterCollection
{
    private readonly List<ArrayParameter> _all = [];

    public override int Count => _all.Count;

    public override object SyncRoot => _all;

    internal IReadOnlyList<ArrayParameter> All => _all;

    public override int Add(object value)
    {
        _all.Add((ArrayParameter)value);
        return _all.Count - 1;
    }

    public override void AddRange(Array values)
    {
        foreach (object value in values)
        {
            Add(value);
        }
    }

    public override void Clear() => _all.Clear();

    public override bool Contains(object value) => IndexOf(value) >= 0;

    public override bool Contains(string value) => IndexOf(value) >= 0;

    public override void CopyTo(Array array, int index) => ((ICollection)_all).CopyTo(array, index);

    public override IEnumerator GetEnumerator() => _all.GetEnumerator();

    public override int IndexOf(object value) => _all.IndexOf((ArrayParameter)value);

    public override int IndexOf(string parameterName) => _all.FindIndex(p => p.ParameterName == parameterName);

    public override void Insert(int index, object value) => _all.Insert(index, (ArrayParameter)value);

    public override void Remove(object value) => _all.Remove((ArrayParameter)value);

    public override void RemoveAt(int index) => _all.RemoveAt(index);

    public override void RemoveAt(string parameterName) => _all.RemoveAt(IndexOf(parameterName));

    protected override DbParameter GetParameter(int index) => _all[index];

    protected override DbParameter GetParameter(string parameterName) => _all[IndexOf(parameterName)];

    protected override void SetParameter(int index, DbParameter value) => _all[index] = (ArrayParameter)value;

    protected override void SetParameter(string parameterName, DbParameter value) =>
        _all[IndexOf(parameterName)] = (ArrayParameter)value;
}
