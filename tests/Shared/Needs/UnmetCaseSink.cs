using Xunit.Abstractions;
using Xunit.Sdk;

namespace DbIngest.Tests.Needs;

/// <summary>Hands messages on and, once the run has started, reports the tests that cannot run.</summary>
/// <param name="inner">Where the messages go.</param>
/// <param name="unmet">The tests that cannot run.</param>
internal sealed class UnmetCaseSink(IMessageSink inner, IReadOnlyList<UnmetCase> unmet)
    : LongLivedMarshalByRefObject, IMessageSink
{
    public bool OnMessage(IMessageSinkMessage message)
    {
        bool goOn = inner.OnMessage(message);
        if (message is ITestAssemblyStarting)
        {
            foreach (var test in unmet)
            {
                Report(test);
            }
        }

        return goOn;
    }

    /// <summary>
    /// Sends what xunit sends for a test: the runner drops a result whose collection, class or method it does not know.
    /// </summary>
    private void Report(UnmetCase unmet)
    {
        var test = new XunitTest(unmet.Test, unmet.Test.DisplayName);
        var method = unmet.Test.TestMethod;
        IXunitTestCase[] cases = [unmet.Test];
        int failed = unmet.Failure is null ? 0 : 1;
        int skipped = 1 - failed;
        inner.OnMessage(new TestCollectionStarting(cases, method.TestClass.TestCollection));
        inner.OnMessage(new TestClassStarting(cases, method.TestClass));
        inner.OnMessage(new TestMethodStarting(cases, method));
        inner.OnMessage(new TestCaseStarting(unmet.Test));
        inner.OnMessage(new TestStarting(test));
        inner.OnMessage(unmet.Failure is null ? new TestSkipped(test, unmet.Message)
            : new TestFailed(test, 0, null, new InvalidOperationException(unmet.Message)));
        inner.OnMessage(new TestFinished(test, 0, null));
        inner.OnMessage(new TestCaseFinished(unmet.Test, 0, 1, failed, skipped));
        inner.OnMessage(new TestMethodFinished(cases, method, 0, 1, failed, skipped));
        inner.OnMessage(new TestClassFinished(cases, method.TestClass, 0, 1, failed, skipped));
        inner.OnMessage(new TestCollectionFinished(cases, method.TestClass.TestCollection, 0, 1, failed, skipped));
    }
}
